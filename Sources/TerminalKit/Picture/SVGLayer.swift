/// Everything in a picture with the same ink: lines and blocks as one path, and words.
struct SVGLayer {
    struct Ink: Hashable {
        let color: String
        var attributes: Style.Attributes = []
        /// The opacity of shades, through which the background is visible.
        var opacity = 1.0
    }

    let ink: Ink
    var areas: [SVGArea] = []
    /// Curves, as path data.
    var curves = ""
    var words: [String] = []

    var svg: String {
        let path = areas.isEmpty ? "" : "<path d=\"\(areas.joined.map(\.path).joined())\"/>"
        let strokes =
            curves.isEmpty
            ? ""
            : "<path d=\"\(curves)\" fill=\"none\" stroke=\"\(ink.color)\" stroke-width=\"\(SVGShape.thickness.short)\"/>"
        return (["<g\(ink.svg)>\(path)\(strokes)"] + words).joined(separator: "\n") + "</g>"
    }
}

extension SVGLayer.Ink {
    fileprivate var svg: String {
        var svg = " fill=\"\(color)\""
        if attributes.contains(.bold) { svg += " font-weight=\"bold\"" }
        if attributes.contains(.dim) { svg += " opacity=\"0.6\"" }
        if opacity < 1 { svg += " fill-opacity=\"\(opacity.short)\"" }
        return svg
    }
}

/// The layers of a picture, in the order in which their inks were first used.
struct SVGLayers {
    private var layers: [SVGLayer] = []
    private var places: [SVGLayer.Ink: Int] = [:]

    subscript(ink: SVGLayer.Ink) -> SVGLayer {
        get { places[ink].map { layers[$0] } ?? SVGLayer(ink: ink) }
        _modify {
            let place = places[ink] ?? layers.count
            if place == layers.count {
                layers.append(SVGLayer(ink: ink))
                places[ink] = place
            }
            yield &layers[place]
        }
    }

    var svg: [String] { layers.map(\.svg) }
}
