import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { versions as probe } from '../../shared/probes/versions.ts'
import { sampleVersions } from '../../shared/test/versions.ts'
import { readBody } from '../test/faulty/user-server.ts'
import { serve } from '../test/fixtures.ts'
import { runScript } from '../test/scripts.ts'

const SHA = 'a'.repeat(40)
const BASE = 'b'.repeat(40)
const MERGE = 'c'.repeat(40)
const OLDER = 'd'.repeat(40)

/** A fake of GitHub's API for comments. */
async function gitHub(t: TestContext, comments: object[]) {
  const calls: {
    method: string
    url: string
    body: { body?: string }
    token: string | undefined
  }[] = []
  const base = { ref: 'next/1' }
  const head = { sha: SHA, ref: 'shiny', repo: { id: 1 } }
  const pulls = [
    { number: 6, head: { ...head, sha: OLDER }, base },
    { number: 7, head, base },
  ]
  const ofDeletedFork = [...pulls, { number: 8, head: { ...head, repo: null }, base }]
  const answers: Record<string, unknown> = {
    '/repos/o/r/pulls?state=open&head=stranger%3Ashiny': pulls,
    '/repos/o/r/pulls?state=open&head=stranger%3Aanother': [],
    '/repos/o/r/pulls?state=open&sort=updated&direction=desc&per_page=100': ofDeletedFork,
    [`/repos/o/r/git/commits/${MERGE}`]: { parents: [{ sha: BASE }, { sha: SHA }] },
    [`/repos/o/r/git/commits/${BASE}`]: { parents: [{ sha: OLDER }] },
    [`/repos/o/r/compare/next%2F1...${BASE}`]: { status: 'behind' },
    [`/repos/o/r/compare/next%2F1...${OLDER}`]: { status: 'diverged' },
  }
  const answerTo = ({ url = '', method }: IncomingMessage) => {
    if (method !== 'GET') return {}
    return url.includes('/comments?') ? comments : answers[url]
  }
  const port = await serve(t, async (request, response) => {
    const text = await readBody(request)
    const { method = '', url = '', headers } = request
    calls.push({ method, url, body: text ? JSON.parse(text) : {}, token: headers.authorization })
    response.setHeader('content-type', 'application/json')
    const answer = answerTo(request)
    response.statusCode = answer === undefined ? 404 : 200
    response.end(JSON.stringify(answer ?? {}))
  })
  return { calls, url: `http://127.0.0.1:${port}` }
}

async function comment(
  t: TestContext,
  write: (directory: string) => void,
  comments: object[] = [],
  changed: object = {},
) {
  const scratch = temporaryDirectory(t)
  const { calls, url } = await gitHub(t, comments)
  const run = {
    head_sha: SHA,
    head_branch: 'shiny',
    head_repository: { owner: { login: 'stranger' } },
    html_url: 'https://example.org/run/1',
    conclusion: 'failure',
    ...changed,
  }
  writeTree(scratch, { 'event.json': { workflow_run: run } })
  const artifact = join(scratch, 'artifact')
  mkdirSync(artifact)
  write(artifact)
  const ended = await runScript('comment.ts', scratch, {
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_TOKEN: 'secret',
    GITHUB_EVENT_PATH: join(scratch, 'event.json'),
    BENCH_ARTIFACT: artifact,
  })
  assert.equal(ended.status, 0, ended.complaints)
  assert.ok(calls.every(({ token }) => token === 'Bearer secret'))
  return { ...ended, written: calls.filter(({ method }) => method !== 'GET') }
}

const counts = [
  [100, 101, 100, 99, 100],
  [110, 111, 110, 109, 110],
] as const

/** Writes a result of two commits. */
const result =
  (base: string, head: string, name = 'versions-0') =>
  (directory: string) => {
    mkdirSync(join(directory, name))
    const sides = [
      { label: 'base', commit: base },
      { label: 'head', commit: head },
    ] as const
    const file = sampleVersions({ counts, sides })
    writeMeasurement(probe, join(directory, name, 'versions.json'), file)
  }

test('a comment has the results, on the pull request of that commit', async (t) => {
  const { written, output } = await comment(t, result(BASE, MERGE))
  assert.equal(output, 'wrote the comment on pull request 7\n')
  assert.deepEqual(
    written.map(({ method, url }) => [method, url]),
    [['POST', '/repos/o/r/issues/7/comments']],
  )
  const body = written[0]?.body.body ?? ''
  assert.match(body, /worse: instructions\/request slower, \+10\.00% \(limit 0\.3%\)/)
  assert.match(body, /\[Details of the run\]\(https:\/\/example\.org\/run\/1\)$/)
})

test('only the own earlier comment is updated', async (t) => {
  const mark = '<!-- versions of a package, compared -->'
  const comments = [
    { id: 1, body: `${mark}\nby a third party`, user: { type: 'User' } },
    { id: 2, body: 'another bot', user: { type: 'Bot' } },
    { id: 3, body: `${mark}\nbefore`, user: { type: 'Bot' } },
  ]
  const { written } = await comment(t, () => {}, comments)
  assert.deepEqual(
    written.map(({ method, url }) => [method, url]),
    [['PATCH', '/repos/o/r/issues/comments/3']],
  )
  assert.match(written[0]?.body.body ?? '', /\n### Two versions could not be measured\n/)
})

test('a commit without an open pull request gets no comment', async (t) => {
  const { written, output } = await comment(t, () => {}, [], { head_branch: 'another' })
  assert.deepEqual(written, [])
  assert.equal(output, `no open pull request has ${SHA}\n`)
})

test('commits that GitHub does not have in the pull request are not shown, and none is asked for that is no commit', async (t) => {
  const pairs = [
    [BASE, BASE],
    [OLDER, SHA],
    [BASE, '../../../user'],
    [BASE, 'e'.repeat(40)],
    [BASE, SHA],
  ] as const
  const { written } = await comment(t, (directory) => {
    for (const [i, [base, head]] of pairs.entries()) result(base, head, `versions-${i}`)(directory)
  })
  const headings = (written[0]?.body.body ?? '').match(/^###.*/gm)
  const others = Array(4).fill('### A result is of other commits')
  assert.deepEqual(headings, [
    ...others,
    '### fastify: head against base, under fastify in update-user',
  ])
})

test('the pull request of a deleted fork is found', async (t) => {
  const { output } = await comment(t, () => {}, [], { head_repository: null })
  assert.equal(output, 'wrote the comment on pull request 8\n')
})
