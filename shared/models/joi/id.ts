import Joi from 'joi'

/** An integer in a path: only digits. `Joi.number()` would trim white space. */
export const idSchema = Joi.string()
  .pattern(/^-?\d+$/)
  .custom((text, helpers) => {
    const id = Number(text)
    return Number.isSafeInteger(id) ? id : helpers.error('number.unsafe')
  })
  .messages({ 'number.unsafe': '{{#label}} must be a safe number' })
