/** Serves a validation library on bare node:http: the user that its steps parse, or all errors that they report. */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Steps } from '../../../shared/models/steps.ts'

const { steps } = (await import(pathToFileURL(process.argv[2] as string).href)) as { steps: Steps }

createServer(async (request, response) => {
  try {
    const body = await json(request)
    const user = await steps.parse(body)
    const text = user ? steps.stringify(user) : JSON.stringify(await (steps.allErrors ?? steps.firstError)?.(body))
    response.writeHead(user ? 200 : 400).end(text)
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
}).listen(Number(process.env.PORT), process.env.HOST)
