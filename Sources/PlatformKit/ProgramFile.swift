/// The file of the program that this process runs.
package enum ProgramFile {
    /// Its path, perhaps with links; nil if the system does not say.
    package static var path: String? {
        #if canImport(Darwin)
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            var size = UInt32(path.count)
            guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
            return path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        #else
            return "/proc/self/exe"
        #endif
    }
}
