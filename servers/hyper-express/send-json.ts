import type { Response } from 'hyper-express'

/** As `response.json`, which sends a text whose letters are all in Latin-1 as the bytes of Latin-1. */
export function sendJson(response: Response, value: unknown) {
  response.header('Content-Type', 'application/json; charset=utf-8').send(Buffer.from(JSON.stringify(value)))
}
