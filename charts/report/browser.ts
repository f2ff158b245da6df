/** The browser that the report is tested in: one that the system has, started without any of its services. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Of what a machine without a display, or a container that runs as root, has no use for. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Its path; null where none is on `PATH`. */
export function findBrowser(path = process.env.PATH ?? ''): string | null {
  const places = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return places.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS, timeout: 120_000 })
}
