/**
 * Comments the results of `versions` on a pull request. It runs in a separate workflow (`workflow_run`) on the default branch's
 * code, with a token that may write comments. The artifact may come from a pull request's code, so it only provides result
 * files that match the schema; the text is generated here, and the pull request is identified by GitHub's event.
 */
import { globSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { versionsMarkdown } from '../../charts/table/versions-summary.ts'
import { messageOf } from '../../shared/basics/errors.ts'
import { readMeasurement } from '../../shared/format/measurement-file.ts'
import { versions } from '../../shared/probes/versions.ts'
import { needed } from './job.ts'

/** Identifies an own comment, to update it. */
const MARK = '<!-- versions of a package, compared -->'
/** Maximum bytes of a file, and maximum characters of a comment. */
const LARGEST_FILE = 2_000_000
const LONGEST = 20_000
/** Comments per page of GitHub's API. */
const PAGE = 100

/** The used fields of GitHub's event. */
interface WorkflowRun {
  head_sha: string
  head_branch: string
  head_repository: { owner: { login: string } }
  html_url: string
}

/** Maximum results per comment. */
const MOST = 10

/**
 * Returns the comment.
 * @param directory of the artifacts, if there are any
 * @param url of the run
 */
export function commentOf(directory: string, url: string): string {
  const files = globSync('{*/,}versions.json', { cwd: directory }).sort().slice(0, MOST)
  const texts = files.map((file) => textOf(join(directory, file)))
  const text = texts.length > 0 ? texts.join('\n\n') : '### Two versions could not be measured'
  return `${MARK}\n${text.slice(0, LONGEST)}\n\n[Details of the run](${url})`
}

function textOf(file: string): string {
  try {
    if (!lstatSync(file).isFile() || statSync(file).size > LARGEST_FILE)
      throw new Error('not a result file')
    return harmless(versionsMarkdown(readMeasurement(versions, file)))
  } catch {
    return '### A result cannot be read'
  }
}

/** Disables mentions and links. */
function harmless(markdown: string): string {
  return markdown
    .replaceAll(/@(?=\w)/g, '@\u200b')
    .replaceAll('://', ':\u200b//')
    .replaceAll(/\bwww\./gi, 'www\u200b.')
}

if (import.meta.main) {
  await comment().catch((error) => {
    console.error(messageOf(error))
    process.exitCode = 1
  })
}

async function comment(): Promise<void> {
  const { workflow_run: run } = JSON.parse(readFileSync(needed('GITHUB_EVENT_PATH'), 'utf8')) as {
    workflow_run: WorkflowRun
  }
  const repository = `/repos/${needed('GITHUB_REPOSITORY')}`
  const number = await pullRequestOf(run, repository)
  if (number === undefined) return console.log(`no open pull request has ${run.head_sha}`)
  const body = commentOf(needed('BENCH_ARTIFACT'), run.html_url)
  const own = await ownComment(`${repository}/issues/${number}/comments`)
  if (own) await github('PATCH', `${repository}/issues/comments/${own.id}`, { body })
  else await github('POST', `${repository}/issues/${number}/comments`, { body })
  console.log(`${own ? 'renewed' : 'wrote'} the comment on pull request ${number}`)
}

interface Comment {
  id: number
  body: string
  user: { type: string }
}

/** Returns the earlier comment of this script. */
async function ownComment(path: string): Promise<Comment | undefined> {
  for (let page = 1; ; page++) {
    const comments = (await github('GET', `${path}?per_page=${PAGE}&page=${page}`)) as Comment[]
    const own = comments.find((each) => each.user.type === 'Bot' && each.body.startsWith(MARK))
    if (own || comments.length < PAGE) return own
  }
}

/** Finds the open pull request of the branch at that commit: for a fork, the event does not name it. */
async function pullRequestOf(run: WorkflowRun, repository: string): Promise<number | undefined> {
  const head = encodeURIComponent(`${run.head_repository.owner.login}:${run.head_branch}`)
  const open = (await github('GET', `${repository}/pulls?state=open&head=${head}`)) as {
    number: number
    head: { sha: string }
  }[]
  return open.find((each) => each.head.sha === run.head_sha)?.number
}

/** @throws with GitHub's status if it is not a success */
async function github(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${needed('GITHUB_API_URL')}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${needed('GITHUB_TOKEN')}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${method} ${path}`)
  return response.json()
}
