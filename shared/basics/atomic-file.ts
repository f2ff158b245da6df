import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file completely or not at all, even if the disk is full or the machine crashes. Synchronous, so that no signal
 * handler interrupts it.
 * @param overwrite whether to replace an existing file
 */
export function writeFileAtomically(path: string, contents: string, overwrite = true): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  try {
    const file = openSync(temporary, 'w')
    try {
      const bytes = Buffer.from(contents)
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    // link fails if the name exists; rename replaces it.
    if (overwrite) renameSync(temporary, path)
    else linkSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** @throws the system's error if no file of that many bytes can be written in the path's directory */
export function assertWritable(path: string, bytes = 0): void {
  writeFileAtomically(`${path}.probe`, ' '.repeat(bytes))
  rmSync(`${path}.probe`)
}
