import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shortened } from '../../shared/basics/text.ts'

/** Node's warning for a program that exits with status 13: a top-level await never settled. */
const UNSETTLED = /^Warning: Detected unsettled top-level await/

const isError = (line: string) => /^(uncaught )?\w*error\b/i.test(line) || UNSETTLED.test(line)

/**
 * Returns the line of a program's output that best explains its end, cut to 300 characters: the first error line, else the
 * first that mentions an error, else the last with a letter or digit. Code frames end with a line of carets.
 */
export function explainingLine(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim())
  const mentions = lines.find((line) => /error/i.test(line))
  const last = lines.findLast((line) => /[\p{L}\p{N}]/u.test(line))
  const line = lines.find(isError) ?? mentions ?? last
  return line === undefined ? undefined : shortened(line, 300)
}

/** Matches a file with line and optional column, in stack traces and code frames. */
const PLACE = /((?:file:\/\/)?(?:[A-Za-z]:)?[\\/][^\s():*?"<>|]+):(\d+)(:\d+)?/g

/**
 * Returns the first location of an error's stack in the program's own files, such as `update-user.ts:12:9`; without one,
 * that of the code frame above the error, as for syntax errors.
 * @param directory of the program; files in `node_modules` are not its own
 */
export function placeIn(output: string, directory: string): string | undefined {
  const lines = output.split('\n')
  const error = Math.max(0, lines.map((line) => isError(line.trim())).indexOf(true))
  const placesByLine = lines.map((line) =>
    [...line.matchAll(PLACE)].flatMap((place) => ownPlace(place, directory)),
  )
  const hasPlace = (places: readonly string[]) => places.length > 0
  const stack = placesByLine.slice(error).find(hasPlace)
  return (stack ?? placesByLine.slice(0, error).findLast(hasPlace))?.[0]
}

function ownPlace([, file = '', line, column = '']: RegExpExecArray, directory: string): string[] {
  const path = relative(directory, file.startsWith('file:') ? fileURLToPath(file) : file)
  const isOwn = !path.startsWith('..') && !path.split(sep).includes('node_modules')
  return isOwn ? [`${path}:${line}${column}`] : []
}
