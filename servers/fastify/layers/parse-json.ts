import type { FastifyInstance } from 'fastify'

/** A content type parser that reads a body in the bare way, and leaves nothing else to Fastify's own. */
export function addBareParser(fastify: FastifyInstance) {
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', (_request, payload, done) => {
    const chunks: Buffer[] = []
    payload.on('data', (chunk) => chunks.push(chunk))
    payload.on('end', () => {
      let body: unknown
      try {
        body = JSON.parse(Buffer.concat(chunks).toString())
      } catch (error) {
        done(Object.assign(error as Error, { statusCode: 400 }))
        return
      }
      done(null, body)
    })
  })
}
