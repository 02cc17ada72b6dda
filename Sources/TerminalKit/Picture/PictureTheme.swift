/// The look, in a picture, of those colors that belong to the terminal: text, page and the first sixteen.
package struct PictureTheme: Sendable {
    package var text: RGB
    package var page: RGB
    var palette = Palette.xterm

    package init(text: RGB = .white, page: RGB = .black) { (self.text, self.page) = (text, page) }

    /// The color of the window around the page.
    var frame: RGB { page.mixed(with: text, part: 0.06) }

    /// The color as SVG has it; nil for the terminal's default.
    func name(of color: Color) -> String? { color.look(in: palette)?.name }
}
