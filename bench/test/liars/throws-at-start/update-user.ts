throw new Error('no database here')
