// Which game is at hand, for what is not part of its page.

export const hand = $state<{ game: string }>({ game: 'ricochet' });
