// Sentences with choices in them: a message is cut at the places of its choices. Pure.

export interface Words {
  text: string;
}

export interface Place<Name extends string> {
  choice: Name;
  after: string; // what must not begin the next line, such as a full stop
}

export type Message<Name extends string> = (places: Record<Name, string>) => string;

const MARK = '\u2063'; // nobody sees it, and no message has it

export function cut<Name extends string>(
  message: Message<Name>,
  names: readonly Name[],
): (Words | Place<Name>)[] {
  const marked = names.map((name) => [name, `${MARK}${name}${MARK}`]);
  const parts = message(Object.fromEntries(marked) as Record<Name, string>).split(MARK);
  return parts
    .map((part, at): Words | Place<Name> => {
      if (at % 2) return { choice: part as Name, after: clinging(parts[at + 1]) };
      return { text: at ? part.slice(clinging(part).length) : part };
    })
    .filter((piece) => 'choice' in piece || piece.text !== '');
}

/** What a text begins with before its first space. */
function clinging(text = ''): string {
  return /^\S*/.exec(text)?.[0] ?? '';
}
