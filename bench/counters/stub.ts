/**
 * A program that executes a known number of instructions, to check counters. Written byte by byte, since a compiler's
 * start-up code differs between systems.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Load address, and size of the ELF headers in bytes. */
const ADDRESS = 0x400000n
const HEADERS = 120

interface Code {
  /** ELF machine number. */
  machine: number
  bytes: Buffer
  /** Instructions executed, including the last system call. */
  instructions: number
}

/** Code that counts a register down and exits with status 0. */
const codes: Partial<Record<NodeJS.Architecture, (rounds: number) => Code>> = {
  x64(rounds) {
    const bytes = Buffer.from('48b9000000000000000048ffc975fbb83c00000031ff0f05', 'hex')
    bytes.writeBigUInt64LE(BigInt(rounds), 2)
    return { machine: 62, bytes, instructions: 2 * rounds + 4 }
  },
  arm64(rounds) {
    const low = 0xd2800000 + (rounds & 0xffff) * 32
    const high = 0xf2a00000 + Math.floor(rounds / 0x10000) * 32
    const words = [low, high, 0xf1000400, 0x54ffffe1, 0xd2800000, 0xd2800ba8, 0xd4000001]
    const bytes = Buffer.alloc(words.length * 4)
    for (const [i, word] of words.entries()) bytes.writeUInt32LE(word, i * 4)
    return { machine: 183, bytes, instructions: 2 * rounds + 5 }
  },
}

/** Returns a stub for this machine as an executable file; null if its architecture has none. */
export function stubOf(rounds: number): { file: Buffer; instructions: number } | null {
  const code = codes[process.arch]?.(rounds)
  if (!code) return null
  const size = HEADERS + code.bytes.length
  const head = Buffer.alloc(HEADERS)
  // ELF header: 64-bit, little-endian, executable, one program header.
  head.write('7f454c46020101', 'hex')
  head.writeUInt16LE(2, 16)
  head.writeUInt16LE(code.machine, 18)
  head.writeUInt32LE(1, 20)
  head.writeBigUInt64LE(ADDRESS + BigInt(HEADERS), 24)
  head.writeBigUInt64LE(64n, 32)
  head.writeUInt16LE(64, 52)
  head.writeUInt16LE(56, 54)
  head.writeUInt16LE(1, 56)
  // Program header: load the whole file, readable and executable.
  head.writeUInt32LE(1, 64)
  head.writeUInt32LE(5, 68)
  head.writeBigUInt64LE(ADDRESS, 80)
  head.writeBigUInt64LE(ADDRESS, 88)
  head.writeBigUInt64LE(BigInt(size), 96)
  head.writeBigUInt64LE(BigInt(size), 104)
  head.writeBigUInt64LE(0x1000n, 112)
  return { file: Buffer.concat([head, code.bytes]), instructions: code.instructions }
}

/** Writes a stub to a temporary file for the duration of `use`. */
export async function withStub<T>(file: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-stub-'))
  try {
    const path = join(directory, 'stub')
    writeFileSync(path, file, { mode: 0o755 })
    return await use(path)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
