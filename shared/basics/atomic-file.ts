import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file so that it is there whole or not at all, even when the disk is full or the machine stops. Synchronous
 * throughout, so that no signal handler runs in the middle.
 * @param overwrite whether a file of that name may be replaced
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
    // A link fails where the name is taken; a rename replaces what is there.
    if (overwrite) renameSync(temporary, path)
    else linkSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Throws the system's reason where no file of that many bytes can be made in the path's directory. */
export function assertWritable(path: string, bytes = 0): void {
  writeFileAtomically(`${path}.probe`, ' '.repeat(bytes))
  rmSync(`${path}.probe`)
}
