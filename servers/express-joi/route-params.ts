import express from 'express'
import Joi from 'joi'
import { idSchema } from '../../shared/models/joi/id.ts'
import { parseFields } from '../../shared/models/parameters.ts'

const inputSchema = Joi.object<{ id: number; fields?: string }>({
  id: idSchema.required(),
  fields: Joi.string().allow(''),
})

const app = express()

app.use((req, res, next) => {
  res.locals.tenant = req.get('x-tenant') ?? 'public'
  next()
})

app.use((req, res, next) => {
  res.locals.language = req.get('accept-language') ?? 'en'
  next()
})

app.get('/users/:id', (req, res) => {
  const { error, value } = inputSchema.validate({ id: req.params.id, fields: req.query.fields })
  if (error) {
    res.status(400).json({ error: error.message })
    return
  }
  const { tenant, language } = res.locals
  res.json({ id: value.id, fields: parseFields(value.fields), tenant, language })
})

app.listen(Number(process.env.PORT), process.env.HOST as string)
