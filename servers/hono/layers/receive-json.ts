import type { HttpBindings } from '@hono/node-server'
import { HTTPException } from 'hono/http-exception'
import type { UserJson } from '../../../shared/models/user.ts'

/** A request's body, parsed and not validated; 400 where it is malformed. */
export function receiveJson(incoming: HttpBindings['incoming']): Promise<UserJson> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()))
      } catch {
        reject(new HTTPException(400, { message: 'Malformed JSON' }))
      }
    })
  })
}
