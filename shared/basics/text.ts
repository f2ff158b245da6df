/** Formats numbers and strings for readers, without the machine's locale. */

/** Replaces white space, including line ends, by single spaces. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Truncates a string to that many characters, with an ellipsis as the last. */
export function shortened(text: string, most = 200): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** Rounds to a whole number and separates thousands: `65,430`. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Formats seconds as minutes and seconds: `1:15`. */
export function duration(seconds: number): string {
  const rounded = Math.round(seconds)
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`
}

/** Formats an expected time: `about 40 s`, `about 12 min`. */
export function aboutTime(seconds: number): string {
  return seconds < 90
    ? `about ${Math.max(1, Math.round(seconds))} s`
    : `about ${Math.round(seconds / 60)} min`
}

/** Returns the date of a time in ISO 8601: `2026-01-31`. */
export const dateOf = (time: string): string => time.slice(0, 10)

/** Formats `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** Returns the first texts, and `2 more` for any others. */
export function firstAndMore(texts: readonly string[], most: number): string[] {
  const others = texts.length - most
  return others > 0 ? [...texts.slice(0, most), `${others} more`] : [...texts]
}

/** Formats `1 server`, `2 servers`, `2 libraries`. */
export function plural(
  number: number,
  noun: string,
  nouns = `${noun.replace(/(?<![aeiou])y$/, 'ie')}s`,
): string {
  return `${number} ${number === 1 ? noun : nouns}`
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Formats a number for a sentence: up to ten in words. */
export const inWords = (number: number) => WORDS[number] ?? grouped(number)

/**
 * Returns the words most similar to a mistyped one, most similar first, by common pairs of letters (Dice's coefficient).
 * @param least coefficient
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
  const similarity = (word: string) => {
    const others = pairs(word)
    return (2 * typed.intersection(others).size) / (typed.size + others.size)
  }
  return words
    .map((word) => ({ word, similar: similarity(word) }))
    .filter(({ similar }) => similar >= least)
    .sort((a, b) => b.similar - a.similar)
    .slice(0, most)
    .map(({ word }) => word)
}

/** Formats `: did you mean "express"?`; empty if no word is similar. */
export function didYouMean(mistyped: string | undefined, words: readonly string[]): string {
  const [closest] = closestWords(mistyped ?? '', words, 1, 0.5)
  return closest === undefined ? '' : `: did you mean "${closest}"?`
}

/** Formats an error: the unknown name, the one that was probably meant, and all names. */
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
