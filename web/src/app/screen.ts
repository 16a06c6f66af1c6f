// Small screens: phones, upright or sideways.

import { MediaQuery } from 'svelte/reactivity';

export const smallScreen = new MediaQuery(
  '(max-width: 600px), (max-width: 900px) and (orientation: portrait), (max-height: 480px)',
);
