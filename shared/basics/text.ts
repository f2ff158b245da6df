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

/** `1 server`, `2 servers`. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
