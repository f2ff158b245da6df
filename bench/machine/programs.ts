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
