import type { ErrorRequestHandler } from 'express'

export const onError: ErrorRequestHandler = (err, _req, res, next) => {
  if (res.headersSent) return next(err)
  res.status(err.status ?? 500).json({ error: err.expose ? err.message : 'Internal Server Error' })
}
