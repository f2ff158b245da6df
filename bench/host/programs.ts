import { accessSync, constants } from 'node:fs'
import { delimiter, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** Warning of Node about a program that ends with status 13 because a top-level await never settles. */
const UNSETTLED = /^Warning: Detected unsettled top-level await/

/** Says itself that it is an error. */
const isError = (line: string) => /^(uncaught )?\w*error\b/i.test(line) || UNSETTLED.test(line)

/**
 * The line of a program's output that best explains why it ended, of at most 300 characters: one that says so itself, or
 * the first that mentions an error, or the last with a word in it. Code frames end with a line of carets.
 */
export function explainingLine(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim())
  const mentions = lines.find((line) => /error/i.test(line))
  return (lines.find(isError) ?? mentions ?? lines.findLast((line) => /[\p{L}\p{N}]/u.test(line)))?.slice(0, 300)
}

/** A file with its line, and its column where there is one, as stacks and code frames write it. */
const PLACE = /((?:file:\/\/)?(?:[A-Za-z]:)?[\\/][^\s():*?"<>|]+):(\d+)(:\d+)?/g

/**
 * The first line of an error's stack that is in the program's own files, such as `update-user.ts:12:9`; where the stack has
 * none, that of the code frame above it, as with a mistake in the syntax.
 * @param directory of the program; what lies below a `node_modules` is not its own
 */
export function placeIn(output: string, directory: string): string | undefined {
  const lines = output.split('\n')
  const error = lines.findIndex((line) => isError(line.trim()))
  const own = (line: string) => [...line.matchAll(PLACE)].flatMap((place) => ownPlace(place, directory))
  const stack = lines.slice(Math.max(0, error)).findIndex((line) => own(line).length > 0)
  const at =
    stack >= 0
      ? Math.max(0, error) + stack
      : lines.slice(0, Math.max(0, error)).findLastIndex((line) => own(line).length > 0)
  return own(lines[at] ?? '')[0]
}

function ownPlace([, file = '', line, column = '']: RegExpExecArray, directory: string): string[] {
  const path = relative(directory, file.startsWith('file:') ? fileURLToPath(file) : file)
  const isOwn = !path.startsWith('..') && !path.split(sep).includes('node_modules')
  return isOwn ? [`${path}:${line}${column}`] : []
}
