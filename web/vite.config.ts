import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { noTexts, textsByLanguage } from './texts.ts';

const PUBLIC = 'public';

/** What has to work without a network; browsers keep it after the first visit. */
const KEPT = [
  'src/main.ts',
  'src/wire/reasons.ts',
  'src/app/Help.svelte',
  'src/app/Offline.svelte',
  'src/app/SettingsMenu.svelte',
  'src/puzzles/Hub.svelte',
  'src/puzzles/Training.svelte',
  'src/games/ricochet/home/RicochetHomeBoard.svelte',
  'src/games/ricochet/practice/Practice.svelte',
  'src/games/ricochet/analysis/Analysis.svelte',
  'src/games/ricochet/learn/RicochetLessons.svelte',
  'src/games/ricochet/offline/index.ts',
  'src/games/ricochet/puzzles/RicochetPuzzle.svelte',
  'src/games/ricochet/puzzles/words.ts',
  'src/games/rally/home/RallyHomeBoard.svelte',
  'src/games/rally/learn/RallyLessons.svelte',
  'src/games/rally/offline/index.ts',
  'src/games/rally/puzzles/RallyPuzzle.svelte',
  'src/games/rally/puzzles/words.ts',
];

/** Links that people are sent. What their page needs is fetched while the first script still comes. */
const AHEAD = {
  'puzzles/daily': [
    'src/puzzles/Daily.svelte',
    'src/puzzles/judge.ts',
    'src/games/ricochet/puzzles/RicochetPuzzle.svelte',
  ],
};

const FONT = /\.woff2$/;
/** What it says, in every language: people may change theirs. */
const TEXTS = /[\\/]src[\\/]texts[\\/]\w+\.\w+\.js$/;

/** What tells who sits where: small files that every table needs together. */
const SEATS = /src[\\/]lobby[\\/](people\.ts|votes\.ts|muted\.svelte\.ts|Bot(Face|Sign)\.svelte)$/;

/** Writes the service worker, and one file with all that it has to keep: one request, one version. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const all = Object.values(bundle);
      const chunks = all.filter((file) => file.type === 'chunk');
      const workers = all.filter(
        ({ fileName, type }) => type === 'asset' && /\.js$/.test(fileName),
      );
      const spoken = chunks.filter(({ facadeModuleId }) => TEXTS.test(facadeModuleId ?? ''));
      const assets = new Set([...workers, ...spoken].map(({ fileName }) => fileName));
      for (const path of KEPT) addNeeded(assets, chunkWith(chunks, path), bundle);
      const fonts = [...assets].filter((name) => FONT.test(name)).sort();
      const scripts = [...assets].filter((name) => !FONT.test(name)).sort();
      const files = readdirSync(PUBLIC).filter((name) => !/\.(png|txt)$/.test(name));
      const texts = [...files, ...scripts].map((name) => [name, textOf(dir, name)]);
      const kept = JSON.stringify(Object.fromEntries(texts));
      const pack = `assets/kept-${hashOf(kept)}.json`;
      writeFileSync(join(dir, pack), kept);
      const code = textOf('.', 'service-worker.js');
      const version = hashOf(code + kept + textOf(dir, 'index.html'));
      const entry = chunks.find(({ isEntry }) => isEntry)?.fileName;
      const built = JSON.stringify({ version, entry, pack, fonts, files });
      writeFileSync(join(dir, 'sw.js'), `const BUILT = ${built};\n${code}`);
    },
  };
}

/** Writes what the server has browsers fetch ahead, by address. */
function fetchedAhead(): Plugin {
  return {
    name: 'fetched-ahead',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = new Set<string>();
      for (const chunk of chunks) if (chunk.isEntry) addNeeded(first, chunk, bundle);
      const ahead = Object.entries(AHEAD).map(([address, paths]) => {
        const needed = new Set<string>();
        for (const path of paths) addNeeded(needed, chunkWith(chunks, path), bundle);
        return [address, [...needed].filter((name) => !first.has(name) && !FONT.test(name))];
      });
      writeFileSync(join(dir, 'ahead.json'), JSON.stringify(Object.fromEntries(ahead)));
    },
  };
}

function chunkWith(chunks: readonly Rolldown.OutputChunk[], path: string): Rolldown.OutputChunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${path}`)));
  if (!found) throw new Error(`${path} is not built`);
  return found;
}

function textOf(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** A file, and all that the browser fetches before it runs. */
function addNeeded(
  found: Set<string>,
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
): void {
  if (found.has(chunk.fileName)) return;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const font of chunk.viteMetadata?.importedAssets ?? []) found.add(font);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') addNeeded(found, imported, bundle);
  }
}

export default defineConfig({
  base: './', // the server writes how deep the page lies, so that it works under any prefix
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
    }),
    svelte(),
    textsByLanguage(),
    noTexts(),
    serviceWorker(),
    fetchedAhead(),
  ],
  build: {
    outDir: '../src/tinplate/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows nothing inline
    modulePreload: { polyfill: false },
    // What every page needs is one file, not 19 small ones: fewer requests, and a tenth fewer bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            // What a running match tells of itself, for the same reason.
            { name: 'told', test: /src[\\/]table[\\/](absences|claimed|endStory|endTalk)\.ts$/ },
            // Who is there, in a room and in a match.
            { name: 'seats', test: SEATS },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
