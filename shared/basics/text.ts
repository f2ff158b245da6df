/** Numbers and texts as people read them, the same on every machine: no locale is asked. */

/** The text with every run of white space, line ends included, made one space. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Rounded to a whole number, thousands separated: `65,430`. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Minutes and seconds: 75 is `1:15`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** An expected time: `about 40 s`, `about 12 min`. */
export function aboutTime(seconds: number): string {
  return seconds < 90
    ? `about ${Math.max(1, Math.round(seconds))} s`
    : `about ${Math.round(seconds / 60)} min`
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** `1 server`, `2 servers`, `2 libraries`. */
export function plural(
  number: number,
  noun: string,
  nouns = `${noun.replace(/(?<![aeiou])y$/, 'ie')}s`,
): string {
  return `${number} ${number === 1 ? noun : nouns}`
}

/**
 * The words that are most like a mistyped one, the likest first: by the pairs of letters that both have (Dice's coefficient).
 * @param least coefficient of a word
 */
export function closestWords(
  mistyped: string,
  words: readonly string[],
  most: number,
  least = 0,
): string[] {
  const pairs = (text: string) =>
    new Set(
      Array.from(text.toLowerCase(), (letter, i) => letter + (text[i + 1] ?? '').toLowerCase()),
    )
  const typed = pairs(mistyped)
  const likeness = (word: string) => {
    const others = pairs(word)
    return (2 * typed.intersection(others).size) / (typed.size + others.size)
  }
  return words
    .map((word) => ({ word, like: likeness(word) }))
    .filter(({ like }) => like >= least)
    .sort((a, b) => b.like - a.like)
    .slice(0, most)
    .map(({ word }) => word)
}

/** A question behind the complaint about a mistyped word; empty where no word is like it. */
export function didYouMean(mistyped: string | undefined, words: readonly string[]): string {
  const [closest] = closestWords(mistyped ?? '', words, 1, 0.5)
  return closest === undefined ? '' : `: did you mean "${closest}"?`
}

/** The complaint about an unknown name, with the one that was probably meant, and all. */
export function unknownName(kind: string, name: string, names: readonly string[]): string {
  const likely = didYouMean(name, names)
  return `unknown ${kind} "${name}"${likely ? `${likely} There` : ': there'} are ${names.join(', ')}`
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
