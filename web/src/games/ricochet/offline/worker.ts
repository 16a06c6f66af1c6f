// Answers in the background, so that the page never waits for a search.

import { answerTo, type OfflineAnswer, type OfflineQuery } from './answers';

export interface OfflineQuestion {
  id: number;
  path: string;
  query: OfflineQuery;
}

export interface OfflineReply {
  id: number;
  answer: OfflineAnswer | null;
}

self.onmessage = ({ data: { id, path, query } }: MessageEvent<OfflineQuestion>) => {
  const reply: OfflineReply = { id, answer: answerTo(path, query) };
  self.postMessage(reply);
};
