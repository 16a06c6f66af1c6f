import { defineConfig } from 'vitest/config';

// The pure parts need neither the compiler of components nor messages. They leave nothing behind
// either, so files share what they import: that takes a quarter of the time.
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], isolate: false, pool: 'threads' },
});
