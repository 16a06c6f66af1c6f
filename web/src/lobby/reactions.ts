// What people can show each other with one tap: drawn by us, and said in words to those who listen.

import { m } from '../paraglide/messages';
import type { Reaction } from '../wire/session.svelte';

type Paint = 'skin' | 'red' | 'sand' | 'line' | 'ink' | 'glass';

interface Shown {
  says: () => string;
  drawing: readonly (readonly [paint: Paint, path: string])[]; // 24 by 24
}

const HEAD = ['skin', 'M2.5 12a9.500 9.500 0 1 0 19 0a9.500 9.500 0 1 0-19 0'] as const;
const EYES = ['line', 'M8.500 9.500v.8M15.500 9.500v.8'] as const;

export const REACTIONS: Readonly<Record<Reaction, Shown>> = {
  hello: {
    says: m.react_hello,
    drawing: [HEAD, EYES, ['line', 'M7.500 14c1 2 2.600 3 4.500 3s3.500-1 4.500-3']],
  },
  laugh: {
    says: m.react_laugh,
    drawing: [
      HEAD,
      ['line', 'M7 10.500l1.500-1.700 1.500 1.700M14 10.500l1.500-1.700 1.500 1.700'],
      ['ink', 'M7 13h10c-.2 3.300-2 5-5 5s-4.800-1.700-5-5Z'],
    ],
  },
  wow: {
    says: m.react_wow,
    drawing: [
      HEAD,
      EYES,
      ['ink', 'M9.800 15.500a2.200 2.600 0 1 0 4.400 0a2.200 2.600 0 1 0-4.400 0'],
    ],
  },
  oops: {
    says: m.react_oops,
    drawing: [HEAD, EYES, ['line', 'M8 17c1-1.700 2.300-2.500 4-2.500s3 .8 4 2.500']],
  },
  think: {
    says: m.react_think,
    drawing: [HEAD, ['line', 'M10.500 9.800v.8M16.500 9.800v.8M8.700 6.700l3.300-.7M9 16l6-1']],
  },
  thanks: {
    says: m.react_thanks,
    drawing: [
      [
        'red',
        'M12 20.500C5.500 16 2.500 12.500 2.500 9a4.800 4.800 0 0 1 9.500-1.300A4.800 4.800 0 0 1 21.500 9c0 3.500-3 7-9.500 11.500Z',
      ],
    ],
  },
  bravo: {
    says: m.react_bravo,
    drawing: [
      [
        'sand',
        'M12.0 3.1L14.5 9.1L21.0 9.7L16.1 13.9L17.6 20.3L12.0 16.9L6.4 20.3L7.9 13.9L3.0 9.7L9.5 9.1Z',
      ],
    ],
  },
  hurry: {
    says: m.react_hurry,
    drawing: [
      ['sand', 'M9 18.500c.3-2 1.500-3.200 3-4.500 1.500 1.300 2.700 2.500 3 4.500Z'],
      [
        'glass',
        'M6.500 3.500h11M6.500 20.500h11M8 3.500c0 4.500 4 5.500 4 8.500s-4 4-4 8.500M16 3.500c0 4.500-4 5.500-4 8.500s4 4 4 8.500',
      ],
    ],
  },
};
