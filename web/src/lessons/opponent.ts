// The opponent in the lessons of every game, played by a script.

export const OPPONENT = 'Tilda';
