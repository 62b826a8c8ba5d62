#!/usr/bin/env bash
# Make the page of cotree/viewer/web of its source; with --check only see whether a rebuild gives the
# same bytes, and whether it is small enough.  Needs Node.js from 18 on and npm, which nobody else
# does; Debian's are installed when they are missing and that takes no password.
set -euo pipefail
cd "$(dirname "$0")/.."

source=cotree/viewer/web/source
page=cotree/viewer/web/page
most=81920 # bytes, gzipped

die() { printf 'page: %s\n' "$*" >&2; exit 1; }

if ! command -v npm >/dev/null; then
    tools/debian.sh nodejs npm
fi
node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 18 ? 1 : 0)' ||
    die "Node.js $(node --version) is too old for esbuild: 18 or newer is right"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$source/." "$work/"
(
    cd "$work"
    npm ci --silent --no-audit --no-fund --ignore-scripts
    npm run --silent types
    npm run --silent build -- "$work/page"
) </dev/null

size=$(cat "$page"/index.html "$page"/icon.svg "$work"/page/* | gzip -9n | wc -c)
[ "$size" -le "$most" ] || die "$size bytes gzipped are more than $most"
if [ "${1:-}" = --check ]; then
    for name in page.js page.css; do
        cmp "$work/page/$name" "$page/$name" || die "the committed page is not what its source makes: run 'make page'"
    done
    echo "page: the same bytes; $size gzipped"
else
    cp "$work/page/"* "$page/"
    echo "page: $size bytes gzipped"
fi
