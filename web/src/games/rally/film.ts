// What shows a turn that was played. A table needs it when the first one has been, so it is fetched
// ahead.

export { default as Film } from './Film.svelte';
export { default as FilmPrograms } from './FilmPrograms.svelte';
export { default as Playback } from './Playback.svelte';
export { default as PlaybackControls } from './PlaybackControls.svelte';
export { default as StepTold } from './StepTold.svelte';
export { playStep } from './filmSounds';
