// What is said in a lesson of any game.

export interface LessonTexts {
  title: () => string;
  say: () => string;
  todo: () => string;
  done: () => string;
}
