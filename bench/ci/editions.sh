#!/bin/sh
# On a tag, releases site/ as that edition; on a branch, puts every released edition into site/editions/.
set -eu
if [ "$GITHUB_REF_TYPE" = tag ]; then
  tar -czf site.tar.gz -C site .
  exec gh release create "$GITHUB_REF_NAME" site.tar.gz
fi
for tag in $(gh release list --limit 100 --json tagName --jq '.[].tagName | select(startswith("edition-"))'); do
  mkdir -p "site/editions/$tag"
  gh release download "$tag" --pattern site.tar.gz --output - | tar -xzC "site/editions/$tag"
done
