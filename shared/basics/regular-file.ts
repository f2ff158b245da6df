import { readFileSync, statSync } from 'node:fs'

/** Reads a file as text. @throws with the reason; for a FIFO, which would wait for a writer and hear no signal, too */
export function readRegular(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new Error('there is no such file')
  if (stat.isDirectory()) throw new Error('it is a directory')
  if (!stat.isFile()) throw new Error('it is a pipe or device, not a file on a disk')
  return readFileSync(path, 'utf8')
}
