#!/usr/bin/env bash
# Fill .photos (or the folder named) with the photographs that tests/perception looks at: hands from
# npm's fingerpose (MIT) and Debian's opencv-doc (Apache-2.0), others from opencv-doc and the wheel
# of scikit-image.  What is there already is kept.  Without npm, or on a system without apt, that
# part is left out and said; with them it must come.
set -euo pipefail
cd "$(dirname "$0")/.."

photos=$(mkdir -p "${1:-.photos}" && cd "${1:-.photos}" && pwd)
python=
for each in "$PWD/.venv-real/bin/python" "$PWD/.venv/bin/python" python3; do
    # A fresh Debian has a python3 without pip.
    "$each" -m pip --version >/dev/null 2>&1 && python=$each && break
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fingerpose() { # three photographs and a video of a hand
    (cd "$work" && npm pack --silent fingerpose@0.1.0 >/dev/null && tar xzf fingerpose-0.1.0.tgz)
    cp "$work"/package/assets/{nocurl,halfcurl,fullcurl}.jpg "$work"/package/assets/fingers-lq.gif \
        "$photos/part"
}

doc() { # folder of opencv-doc
    [ -d "$work/doc" ] || (cd "$work" && { apt-get download -q opencv-doc >/dev/null 2>&1 ||
        { apt-get -qq update >/dev/null 2>&1 && apt-get download -q opencv-doc >/dev/null; }; } &&
        dpkg-deb -x opencv-doc_*.deb doc)
    find "$work/doc/usr/share/doc/opencv-doc" "$@"
}

find_one() { # name: the largest file of this name in opencv-doc
    doc -name "$1" -type f -printf '%s %p\n' | sort -rn | head -1 | cut -d' ' -f2-
}

opencv() { # twelve photographs with hands
    doc -maxdepth 0 >/dev/null
    local name
    for name in handSrc handDst Hull_Original_Image right04 Histogram_Comparison_Source_{0,1,2} \
        Back_Projection_Theory{0,2} Back_Projection1_Source_Image messi5 screen_charuco; do
        cp "$(find_one "$name.jpg")" "$photos/part"
    done
}

others() { # photographs without hands
    [ -n "$python" ] || { echo "photos: no Python here has pip: run 'make setup' first" >&2; return 1; }
    doc -maxdepth 0 >/dev/null
    local name end file
    for name in apple baboon building butterfly fruits home orange smarties squirrel_cls stuff aero1 \
        aero3 aloeL aloeR Blender_Suzanne1 Blender_Suzanne2 HappyFish ela_original leuvenA leuvenB \
        licenseplate_motion tree_1 starry_night left01 left02 left03 left05 right01 right02 right03 \
        WindowsLogo LinuxLogo sudoku; do
        for end in jpg png; do
            file=$(find_one "$name.$end")
            [ -z "$file" ] || cp "$file" "$photos/part"
        done
    done
    "$python" -m pip download -q --no-deps --only-binary :all: --python-version 3.11 \
        scikit-image==0.25.2 -d "$work" >/dev/null 2>&1
    (cd "$work" && "$python" -m zipfile -e scikit_image-*.whl wheel)
    find "$work/wheel/skimage/data" -name '*.jpg' -o -name '*.png' | while read -r file; do
        cp "$file" "$photos/part/skimage_$(basename "$file")"
    done
}

part() { # name, what fetches it: fill its folder, whole or not at all
    [ -d "$photos/$1" ] && return 0
    command -v "$2" >/dev/null || { echo "photos: no $1: needs $2" >&2; return 0; }
    rm -rf "$photos/part" && mkdir "$photos/part"
    "$1"
    mv "$photos/part" "$photos/$1"
}

part fingerpose npm
part opencv apt-get
part others apt-get
