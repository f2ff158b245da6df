import type { Request, Response } from 'express'
import type { UserJson } from '../../../shared/models/user.ts'

/** Parses a request's body as JSON and hands it on, unvalidated; answers 400 where it is malformed. */
export function receiveJson(req: Request, res: Response, use: (body: UserJson) => void) {
  const chunks: Buffer[] = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    let body: UserJson
    try {
      body = JSON.parse(Buffer.concat(chunks).toString())
    } catch {
      res.status(400).json({ error: 'Malformed JSON' })
      return
    }
    use(body)
  })
}
