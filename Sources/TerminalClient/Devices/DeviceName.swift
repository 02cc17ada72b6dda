internal import Shared

/// The name of a login in the list of the user's devices.
package struct DeviceName: Equatable, Sendable {
    package let text: String

    package static let bytesMax = 64

    /// - Returns: nil if the text is empty, or longer than the server stores.
    package init?(_ text: String) {
        guard 1...Self.bytesMax ~= text.utf8.count else { return nil }
        self.text = text
    }

    /// A machine's name, cut to the length that the server stores. The user did not choose it, so it never fails.
    package init(host: String) {
        let text = host.prefix(bytes: Self.bytesMax)
        self.text = text.isEmpty ? "unnamed machine" : text
    }
}
