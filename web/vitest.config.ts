import { defineConfig } from 'vitest/config';

// The pure parts need neither the compiler of components nor messages.
export default defineConfig({ test: { include: ['src/**/*.test.ts'] } });
