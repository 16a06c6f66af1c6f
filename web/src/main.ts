import { mount } from 'svelte';
import './fonts.css';
import './app.css';
import App from './App.svelte';
import { awaitFirstPaint } from './app/firstPaint';
import { href, path } from './app/router.svelte';
import { language } from './app/texts.svelte';
import { openAhead } from './puzzles/ahead';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the application');

const start = () => {
  mount(App, { target });
  awaitFirstPaint();
};
openAhead(path());
language.load(['first']).then(start, start); // a text that is missing is asked for again

// Not while people develop: they want to see what they change.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => {
    navigator.serviceWorker.register(href('/sw.js')).catch(() => undefined); // then it needs a network
  });
