/// What colors look like in a picture that are the terminal's own: text, page and the first sixteen.
package struct PictureTheme: Sendable {
    package var text: RGB
    package var page: RGB
    var palette = Palette.xterm

    package init(text: RGB = .white, page: RGB = .black) { (self.text, self.page) = (text, page) }

    /// Of the window around the page.
    var frame: RGB { page.mixed(with: text, part: 0.06) }

    /// The color as SVG has it; nil for the terminal's default.
    func name(of color: Color) -> String? { color.look(in: palette)?.name }
}
