// The card that is played: only a film needs it.

export const loadCard = () => import('./PlayedCard.svelte');
