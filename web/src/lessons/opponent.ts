// Who plays with you in the lessons of both games. She is not real.

export const OPPONENT = 'Tilda';
