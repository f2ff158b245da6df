/** The workflows that gate a package's pull requests. Actions are pinned by commit, since a tag can be moved. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { manifestOf } from '../folders/package-json.ts'
import { managerOf } from '../folders/package-manager.ts'

/** Inputs of an action; those without a value are left out. */
type Inputs = Readonly<Record<string, string | undefined>>

export interface Gate {
  /** The suite, as `owner/repository@commit`. */
  suite: string
  /** Root of the package's repository. */
  root: string
  /** Inputs of `action.yml`. */
  inputs: Inputs
}

/** Minutes after which GitHub stops a comparison. */
export const MOST_MINUTES = 20

export const gateWorkflow = ({ suite, root, inputs }: Gate) => `\
# Compares a pull request with its base: https://github.com/${suite.replace('@', '/blob/')}/docs/ci.md
name: versions
on: pull_request
permissions: { contents: read }
jobs:
  versions:
    runs-on: ubuntu-24.04
    timeout-minutes: ${MOST_MINUTES}
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with: { fetch-depth: 2, persist-credentials: false }
${managerStep(root)}${step(suite, inputs)}`

/** It compares the gate's samples again, by the same limits. */
export const commentWorkflow = ({ suite, inputs }: Gate) => `\
name: comment
on:
  workflow_run: { workflows: [versions], types: [completed] }
permissions: { actions: read, contents: read, pull-requests: write }
jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    steps:
${step(suite.replace('@', '/.github/actions/comment@'), { 'fail-below': inputs['fail-below'] })}`

/** Sets up the package manager of a repository, in the version that it names. Runners have npm. */
function managerStep(root: string): string {
  const manager = managerOf(root)
  if (manager === 'npm') return ''
  if (manager === 'yarn') return '      - run: corepack enable\n'
  if (manager === 'bun') {
    const files = ['.tool-versions', '.bun-version'].filter((name) => existsSync(join(root, name)))
    const inputs = { 'bun-version-file': files[0] }
    return step('oven-sh/setup-bun@735343b667d3e6f658f44d0eca948eb6282f2b76 # v2.0.2', inputs)
  }
  // Without packageManager, the action has to be given a version.
  const isNamed = manifestOf(root).packageManager?.startsWith('pnpm@')
  const inputs = { version: isNamed ? undefined : 'latest' }
  return step('pnpm/action-setup@fe02b34f77f8bc703788d5817da081398fad5dd2 # v4.0.0', inputs)
}

/** Strings of JSON are also YAML. */
function step(uses: string, inputs: Inputs): string {
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined)
  const list = given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
  return `      - uses: ${uses}\n${list && `        with: { ${list} }\n`}`
}
