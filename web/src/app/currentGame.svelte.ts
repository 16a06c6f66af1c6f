// The game that is open, for what is not part of its pages: help lists its keys.

export const currentGame = $state<{ name: string | null }>({ name: null });
