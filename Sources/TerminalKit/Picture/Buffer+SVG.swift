extension Buffer {
    /// The frame as a picture of a terminal window.
    package func svg(title: String = "", theme: PictureTheme = PictureTheme(), cursor: Cursor? = nil) -> String {
        SVGPicture(buffer: self, theme: theme, cursor: cursor).document(title: title)
    }
}
