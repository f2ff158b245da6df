/** `new <name>`: creates a server's folder from one that passes. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { IS_PACKAGE, PROGRAM } from '../../shared/basics/root.ts'
import { command, value } from '../cli/command.ts'
import { userPath } from '../cli/options.ts'
import { copyFolder } from '../folders/folder-copy.ts'
import {
  chooseServers,
  findServerFolders,
  npmInstall,
  SERVERS_DIR,
  type ServerFolder,
} from '../folders/servers.ts'
import { say } from '../terminal/output.ts'

/** Templates for a new server, with what each shows. */
export const TEMPLATES: Record<string, string> = {
  express: 'a framework without its own validation',
  fastify: 'a framework with its own validation',
  'hono-zod': "a framework with a library's middleware",
  zod: 'a validation library on bare node:http',
  trpc: 'an RPC framework with its own wire',
  'http-bun': 'bare Bun',
  'hono.bun': 'a framework on Bun',
  'hono.deno': 'a framework on Deno',
}

const SHOWN_TEMPLATES = Object.entries(TEMPLATES).map(([name, shows]) => `${name}, ${shows}`)

export const newCommand = command({
  name: 'new',
  description: 'create the folder of a server, which passes the contract from the start',
  operands: [{ syntax: '<name>' }],
  options: {
    like: value(
      '<server>',
      `the most similar server: ${SHOWN_TEMPLATES.join('; ')}; or any other`,
      String,
      {
        standard: 'express',
      },
    ),
    serversDir: value(
      '<dir>',
      IS_PACKAGE
        ? 'make the folder in this directory (default: the working directory)'
        : "make the folder in this directory (default: the repository's servers)",
      String,
    ),
  },
  run(options, name) {
    say(makeFolder(name, options))
    return 0
  },
})

/**
 * Copies a server's folder under a new name.
 * @returns the next steps for the user
 * @throws UsageError for an invalid or taken name, or an unknown server; nothing is created then
 */
export function makeFolder(
  name: string,
  {
    like,
    serversDir = IS_PACKAGE ? '.' : undefined,
  }: { like: string; serversDir?: string | undefined },
): string {
  if (!/^[a-z0-9][a-z0-9.-]{0,63}$/.test(name)) {
    throw new UsageError(
      `"${name}" is not a valid name: use up to 64 lower-case letters, digits, hyphens and dots`,
    )
  }
  const folders = findServerFolders([SERVERS_DIR])
  const [model] = chooseServers(folders, [like]) as [ServerFolder]
  const parent = serversDir === undefined ? SERVERS_DIR : userPath(serversDir)
  const directory = join(parent, name)
  const shownPath = serversDir === undefined ? relative('', directory) : join(serversDir, name)
  if (existsSync(parent) && !statSync(parent).isDirectory()) {
    throw new UsageError(
      `${serversDir} is not a directory: --servers-dir takes a directory of server folders`,
    )
  }
  if (existsSync(directory) || folders.some((folder) => folder.name === name)) {
    throw new UsageError(
      `${existsSync(directory) ? shownPath : `a server ${name}`} already exists: choose another name`,
    )
  }
  mkdirSync(directory, { recursive: true })
  try {
    const path = /^[./]/.test(shownPath) ? shownPath : `./${shownPath}`
    const serverArgument = serversDir === undefined ? name : path
    return [
      `created ${shownPath} from ${like}: package.json, ${copyFolder(model, directory).join(', ')}. Now:`,
      '1. put its package into package.json, with the exact version, and describe the server under "bench"',
      `2. ${npmInstall(directory, shownPath)}`,
      `3. ${PROGRAM} verify all --servers ${serverArgument} --watch`,
      `4. rewrite the files as its documentation would show them; delete those of scenarios that it cannot implement`,
    ].join('\n')
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}
