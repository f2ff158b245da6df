import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program that the shell would find, if there is one. */
export function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** What Node says of a program that ends, with status 13, while it waits for what never comes. */
const UNSETTLED = /^Warning: Detected unsettled top-level await/

/**
 * The line of a program's output that best explains why it ended, of at most 300 characters: one that says so itself, or
 * the first that mentions an error, or the last with a word in it. Code frames end with a line of carets.
 */
export function explainingLine(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim())
  const says = lines.find((line) => /^(uncaught )?\w*error\b/i.test(line) || UNSETTLED.test(line))
  const mentions = lines.find((line) => /error/i.test(line))
  return (says ?? mentions ?? lines.findLast((line) => /[\p{L}\p{N}]/u.test(line)))?.slice(0, 300)
}
