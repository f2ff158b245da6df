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
import { commentOf } from './comment.ts'

const SHA = 'a'.repeat(40)

/** A fake of GitHub's API for comments. */
async function gitHub(t: TestContext, comments: object[]) {
  const calls: {
    method: string
    url: string
    body: { body?: string }
    token: string | undefined
  }[] = []
  const pulls = [
    { number: 6, head: { sha: 'b'.repeat(40) } },
    { number: 7, head: { sha: SHA } },
  ]
  const answerTo = ({ url = '', method }: IncomingMessage) => {
    if (url.startsWith('/repos/o/r/pulls?'))
      return url.includes('head=stranger%3Ashiny') ? pulls : []
    return method === 'GET' ? comments : {}
  }
  const port = await serve(t, async (request, response) => {
    const text = await readBody(request)
    const { method = '', url = '', headers } = request
    calls.push({ method, url, body: text ? JSON.parse(text) : {}, token: headers.authorization })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerTo(request)))
  })
  return { calls, url: `http://127.0.0.1:${port}` }
}

async function comment(
  t: TestContext,
  write: (directory: string) => void,
  comments: object[] = [],
  branch = 'shiny',
) {
  const scratch = temporaryDirectory(t)
  const { calls, url } = await gitHub(t, comments)
  const run = {
    head_sha: SHA,
    head_branch: branch,
    head_repository: { owner: { login: 'stranger' } },
    html_url: 'https://example.org/run/1',
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

test('a comment has the results, on the pull request of that commit', async (t) => {
  const write = (directory: string) => {
    mkdirSync(join(directory, 'versions-0'))
    writeMeasurement(
      probe,
      join(directory, 'versions-0/versions.json'),
      sampleVersions({ counts, failBelow: 0.03 }),
    )
  }
  const { written, output } = await comment(t, write)
  assert.equal(output, 'wrote the comment on pull request 7\n')
  assert.deepEqual(
    written.map(({ method, url }) => [method, url]),
    [['POST', '/repos/o/r/issues/7/comments']],
  )
  const body = written[0]?.body.body ?? ''
  assert.match(body, /worse: instructions\/request slower, \+10\.00% \(limit 3%\)/)
  assert.match(body, /\[Details of the run\]\(https:\/\/example\.org\/run\/1\)$/)
})

test('only the own earlier comment is updated', async (t) => {
  const [mark] = commentOf('nowhere', '').split('\n')
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

test('an untrusted artifact causes no mentions, links or text of its own', (t) => {
  const directory = temporaryDirectory(t)
  const file = join(directory, 'versions.json')
  writeMeasurement(
    probe,
    file,
    sampleVersions({ counts, packages: ['@everyone@https://evil.example'] }),
  )
  const body = commentOf(directory, '')
  assert.ok(body.includes('evil.example') && !/@everyone|https:\/\/evil/.test(body), body)
  writeTree(directory, {
    'versions.json': { probe: 'versions', text: 'buy this' },
    'summary.md': 'buy this',
  })
  const forged = commentOf(directory, '')
  assert.match(forged, /\n### A result cannot be read\n/)
  assert.ok(!forged.includes('buy this'))
})

test('a commit without an open pull request gets no comment', async (t) => {
  const { written, output } = await comment(t, () => {}, [], 'another')
  assert.deepEqual(written, [])
  assert.equal(output, `no open pull request has ${SHA}\n`)
})
